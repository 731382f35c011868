export const formatDate = (date: Date, language: string): string =>
  date.toLocaleDateString(language, { dateStyle: 'long' });

/** Prints the day of printing in place of that of the build. */
export const keepPrintedDate = (): void => {
  window.addEventListener('beforeprint', () => {
    const date = document.querySelector('[data-printed-date]');
    if (date) date.textContent = formatDate(new Date(), document.documentElement.lang);
  });
};

/** Keeps the year in the footer that of the visitor's clock: it can change while the page is open. */
export const keepYear = (): void => {
  const keep = (): void => {
    const year = document.querySelector('footer [data-year]');
    if (year) year.textContent = String(new Date().getFullYear());
  };
  keep();
  document.addEventListener('visibilitychange', keep);
};
