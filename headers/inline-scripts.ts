/**
 * Leads to the same page with the times of the visitor's zone, where that is not the page's. It is in
 * the head, so that visitors do not see the other times first, and needs no markup that a policy could refuse.
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
 * Puts the caret after the typed text of a field whose mistake has the focus: visitors who type on would
 * otherwise write before it.
 */
export const caretScript =
  "{const field=document.querySelector(':is(input,textarea)[autofocus]');if(field){const{value}=field;field.value='';field.value=value}}";
