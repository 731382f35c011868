/**
 * Leads to the same page with the times of the visitor's zone, where that is not the page's. It stands in
 * the head, so that nobody sees the other times first, and needs no markup that a policy could refuse.
 */
export const zoneScript =
  "{const url=new URL(location);const{timeZone}=Intl.DateTimeFormat().resolvedOptions();if(timeZone&&timeZone!==document.documentElement.dataset.zone){url.searchParams.set('zone',timeZone);location.replace(url)}}";

/**
 * Moves the focus to what became of the form in a frame, so that a screen reader says it: browsers keep
 * `autofocus` from a frame that had the focus already. Who has left the frame meanwhile stays there.
 */
export const focusScript =
  "addEventListener('load',()=>requestAnimationFrame(()=>requestAnimationFrame(()=>document.hasFocus()&&document.querySelector('[autofocus]')?.focus())))";

/**
 * Puts the caret after what was typed, where a mistake in it has the focus: whoever types on would else
 * write before it.
 */
export const caretScript =
  "{const field=document.querySelector(':is(input,textarea)[autofocus]');if(field){const{value}=field;field.value='';field.value=value}}";
