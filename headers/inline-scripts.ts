/**
 * Leads to the same page with the times of the visitor's zone, where that is not the page's. It stands in
 * the head, so that nobody sees the other times first, and needs no markup that a policy could refuse.
 */
export const zoneScript =
  "{const url=new URL(location);const{timeZone}=Intl.DateTimeFormat().resolvedOptions();if(timeZone&&timeZone!==document.documentElement.dataset.zone){url.searchParams.set('zone',timeZone);location.replace(url)}}";

/**
 * Puts the words of a live region in anew, so that a screen reader speaks them: it is silent about what a
 * frame shows when it loads, also where a script moves the focus there (heard in Firefox with Orca 43).
 */
export const announceScript =
  "addEventListener('load',()=>requestAnimationFrame(()=>requestAnimationFrame(()=>{const region=document.querySelector('[role=status]');region?.replaceChildren(...region.cloneNode(true).childNodes)})))";
