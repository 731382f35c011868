/**
 * Leads to the same page with the times of the visitor's zone, where that is not the page's. It stands in
 * the head, so that nobody sees the other times first, and needs no markup that a policy could refuse.
 */
export const zoneScript =
  "{const url=new URL(location);const{timeZone}=Intl.DateTimeFormat().resolvedOptions();if(timeZone&&timeZone!==document.documentElement.dataset.zone){url.searchParams.set('zone',timeZone);location.replace(url)}}";

/**
 * Puts the words of a live region in anew, so that a screen reader speaks them: it is silent about what a
 * frame shows when it loads (heard in Firefox with Orca 43). And moves the focus to a mistake: browsers keep
 * `autofocus` from a frame that had the focus already.
 */
export const announceScript =
  "addEventListener('load',()=>requestAnimationFrame(()=>requestAnimationFrame(()=>{const region=document.querySelector('[role=status]');region?.replaceChildren(...region.cloneNode(true).childNodes);document.querySelector('[autofocus]')?.focus()})))";
