/** Legal pages, a few KB each, may be fetched when a visitor seems about to open them. */
export const speculationRules = JSON.stringify({
  prefetch: [{ where: { href_matches: ['/terms', '/privacy'] }, eagerness: 'moderate' }],
});
