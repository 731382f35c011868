/** Keeps the year in the footer that of the visitor's clock: it can change while the page is open. */
export const keepYear = (): void => {
  const keep = (): void => {
    const year = document.querySelector('footer [data-year]');
    if (year) year.textContent = String(new Date().getFullYear());
  };
  keep();
  document.addEventListener('visibilitychange', keep);
};
