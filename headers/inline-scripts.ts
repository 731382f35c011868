/**
 * Leads to the same page with the times of the visitor's zone, where that is not the page's. It stands in
 * the head, so that nobody sees the other times first, and needs no markup that a policy could refuse.
 */
export const zoneScript =
  "{const url=new URL(location);const{timeZone}=Intl.DateTimeFormat().resolvedOptions();if(timeZone&&timeZone!==document.documentElement.dataset.zone){url.searchParams.set('zone',timeZone);location.replace(url)}}";

/**
 * Puts the focus on what the page marks for it, so that a screen reader speaks it: browsers do not do so by
 * themselves in a frame that had the focus (HTML 6.6.7).
 */
export const focusScript = "document.querySelector('[autofocus]')?.focus()";
