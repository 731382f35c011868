/**
 * Redirects to the same page with the times of the visitor's zone, if the page has another zone. The script is
 * in the head, so that visitors do not see the other times first.
 */
export const zoneScript =
  "{const url=new URL(location);const{timeZone}=Intl.DateTimeFormat().resolvedOptions();if(timeZone&&timeZone!==document.documentElement.dataset.zone){url.searchParams.set('zone',timeZone);location.replace(url)}}";

/**
 * Moves the focus to the outcome of the form in a frame, so that a screen reader announces it: browsers
 * ignore `autofocus` in a frame that had the focus already. Visitors who have left the frame keep their focus.
 */
export const focusScript =
  "addEventListener('load',()=>requestAnimationFrame(()=>requestAnimationFrame(()=>document.hasFocus()&&document.querySelector('[autofocus]')?.focus())))";

/**
 * Puts the caret at the end of a field that has the focus because of a mistake. Otherwise, visitors would
 * type before their text.
 */
export const caretScript =
  "{const field=document.querySelector(':is(input,textarea)[autofocus]');if(field){const{value}=field;field.value='';field.value=value}}";
