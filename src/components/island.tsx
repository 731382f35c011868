import { Component, type ComponentType, type ReactNode } from 'react';
import { reportError } from '../errors/report.ts';
import { ApplicationError } from './ApplicationError.tsx';

interface BoundaryProps {
  name: string;
  /** Saves what would be lost when the island's markup is replaced. */
  rescue?: (() => void) | undefined;
  children: ReactNode;
}

interface BoundaryState {
  /** What was thrown, in a box: anything can be thrown, also null. */
  thrown: { value: unknown } | null;
}

class IslandBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { thrown: null };

  static getDerivedStateFromError(value: unknown): BoundaryState {
    return { thrown: { value } };
  }

  override componentDidCatch(value: unknown): void {
    const isError = value instanceof Error;
    reportError({
      type: 'javascript_error',
      message: isError ? value.message : `thrown: ${String(value)}`,
      context: `island ${this.props.name}`,
      stack: isError ? (value.stack ?? null) : null,
    });
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    // Here, not in componentDidCatch: by then the markup with the visitor's text is gone.
    this.props.rescue?.();
    return <ApplicationError thrown={thrown.value} kept={this.props.rescue !== undefined} />;
  }
}

/**
 * Makes a component an island that fails alone: when it throws, an explanation with other ways to
 * reach the owner takes its place, and the rest of the page goes on.
 * @param name for the error log
 */
export const island = <Props extends object>(
  name: string,
  Island: ComponentType<Props>,
  { rescue }: { rescue?: () => void } = {},
): ((props: Props) => ReactNode) => {
  const WithBoundary = (props: Props): ReactNode => (
    <IslandBoundary name={name} rescue={rescue}>
      <Island {...props} />
    </IslandBoundary>
  );
  return WithBoundary;
};
