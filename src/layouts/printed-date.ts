export const formatDate = (date: Date, language: string): string =>
  date.toLocaleDateString(language, { dateStyle: 'long' });

/** Prints the day of printing in place of that of the build. */
export const keepPrintedDate = (): void => {
  window.addEventListener('beforeprint', () => {
    const date = document.querySelector('[data-printed-date]');
    if (date) date.textContent = formatDate(new Date(), document.documentElement.lang);
  });
};
