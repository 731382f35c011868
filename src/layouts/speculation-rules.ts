/**
 * What a browser may fetch when a visitor seems about to open it: the legal pages, a few KB each.
 * Browsers that do not know speculation rules do nothing.
 */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: ['/terms', '/privacy'] }, eagerness: 'moderate' }],
});
