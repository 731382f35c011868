/** Our own paths, because three icons do not justify a package (decision 0013). */
const drawings = {
  check: 'm4 12.5 5.5 5.5L20 6.5',
  close: 'm6 6 12 12M18 6 6 18',
  menu: 'M4 5h16M4 12h16M4 19h16',
};

interface IconProps {
  name: keyof typeof drawings;
  /** CSS pixels. */
  size: number;
}

export const Icon = ({ name, size }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={drawings[name]} />
  </svg>
);
