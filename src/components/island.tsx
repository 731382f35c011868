import { Component, type ComponentType, type ReactNode } from 'react';
import { reportError } from '../errors/failure.ts';
import { ApplicationError, type IslandName } from './ApplicationError.tsx';

interface BoundaryProps {
  name: IslandName;
  rescue?: (() => boolean) | undefined;
  children: ReactNode;
}

interface BoundaryState {
  /** Wrapped in an object, because the thrown value can be null. */
  thrown: { value: unknown; focused: Element | null } | null;
}

class IslandBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { thrown: null };

  static getDerivedStateFromError(value: unknown): BoundaryState {
    return { thrown: { value, focused: document.activeElement } };
  }

  override componentDidCatch(value: unknown): void {
    const message = value instanceof Error ? value.message : `thrown: ${String(value)}`;
    const context = `island ${this.props.name}`;
    reportError({ type: 'javascript_error', message, context }, value);
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    // In componentDidCatch, the visitor's text would already be gone.
    const kept = this.props.rescue?.() ?? false;
    const { value, focused } = thrown;
    return <ApplicationError name={this.props.name} thrown={value} kept={kept} focused={focused} />;
  }
}

/**
 * Makes a component an island, whose failure does not affect others (behavior 6.3).
 * @param name for the log, and for the message to the visitor
 * @param rescue keeps what the visitor typed, and returns whether there was anything
 */
export const island = <Props extends object>(
  name: IslandName,
  Island: ComponentType<Props>,
  { rescue }: { rescue?: () => boolean } = {},
): ((props: Props) => ReactNode) => {
  const WithBoundary = (props: Props): ReactNode => (
    <IslandBoundary name={name} rescue={rescue}>
      <Island {...props} />
    </IslandBoundary>
  );
  return WithBoundary;
};
