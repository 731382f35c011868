/** Hydrates an island with `client:needed`, by the name of its component. */
export const needIsland = (name: string): void => {
  document
    .querySelector(`astro-island[component-export="${name}"]`)
    ?.dispatchEvent(new Event('needed'));
};
