import { logoDrawing } from './logo-drawing.ts';

export const Logo = ({ className }: { className?: string | undefined }) => {
  const { size, distributions, line } = logoDrawing;
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      width={size}
      height={size}
      fill="none"
      aria-hidden="true"
    >
      {distributions.map((d) => (
        <path key={d} d={d} stroke="currentColor" strokeWidth="2.25" />
      ))}
      <path d={line} stroke="var(--signal)" strokeWidth="2.75" />
    </svg>
  );
};
