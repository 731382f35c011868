declare module 'virtual:home-sections' {
  export const components: Record<string, { default: (props: object) => unknown }>;
}
