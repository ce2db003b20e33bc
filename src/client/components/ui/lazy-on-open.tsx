import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { LoadFailed } from './load-failed.tsx';
import { Spinner } from './spinner.tsx';

interface OverlayProps {
  isOpen: boolean;
  onClose: () => void;
}

interface Silent {
  /** For what opens by itself: nobody asked for it, so a failure is not shown. */
  isSilent: true;
}

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

interface Source<Props> extends Partial<Silent> {
  load: Load<Props>;
  loaded?: ComponentType<Props>;
}

type Shown<Props> = (props: Props & { fallback?: ReactNode }) => ReactNode;

type Lazy<Props> = Shown<Props> & {
  /** Loads the code, which then shows at once. Never fails. */
  prepare: () => Promise<void>;
};

/**
 * A dialog, menu or panel whose code loads when it first opens. A failure shows an error with a
 * retry; the page behind it stays as it is.
 */
export function lazyOnOpen<Props>(load: Load<Props>): Lazy<Props & OverlayProps>;
export function lazyOnOpen<Props>(
  load: Load<Props>,
  options: Silent,
): Lazy<Props & Pick<OverlayProps, 'isOpen'>>;
export function lazyOnOpen<Props>(load: Load<Props>, options?: Silent): Lazy<Props & OverlayProps> {
  const source: Source<Props> = { load, ...options };
  const show: Shown<Props & OverlayProps> = ({ fallback, ...props }) => (
    <LazyOnOpen
      source={source}
      props={props as unknown as Props & OverlayProps}
      fallback={fallback}
    />
  );
  return Object.assign(show, { prepare: () => prepare(source).catch(() => undefined) });
}

async function prepare<Props>(source: Source<Props>): Promise<void> {
  source.loaded ??= (await source.load()).default;
}

interface LazyOnOpenProps<Props> {
  source: Source<Props>;
  props: Props & OverlayProps;
  /** Shown until the code is there. */
  fallback: ReactNode;
}

function LazyOnOpen<Props>(lazy: LazyOnOpenProps<Props>) {
  const { source, props, fallback } = lazy;
  const [Content, setContent] = useState<ComponentType<Props>>();
  const [hasFailed, setHasFailed] = useState(false);
  // The next time it opens, its code is requested again.
  if (hasFailed && !Content && !props.isOpen) setHasFailed(false);
  const isWanted = props.isOpen && !Content && !hasFailed;
  if (isWanted && source.loaded) setContent(() => source.loaded);

  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    prepare(source).then(
      () => {
        if (isCurrent) setContent(() => source.loaded);
      },
      (error) => {
        console.error('Code failed to load', error);
        if (isCurrent) setHasFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, source]);

  if (Content && !hasFailed) {
    return (
      <ErrorBoundary onError={() => setHasFailed(true)}>
        <Content {...props} />
      </ErrorBoundary>
    );
  }
  function dismiss() {
    setHasFailed(false);
    props.onClose();
  }
  return (
    <>
      {fallback}
      {isWanted && !source.isSilent && (
        <Spinner className="fixed inset-x-0 top-1/3 z-60 mx-auto w-fit rounded-card border border-line bg-surface p-4" />
      )}
      {hasFailed && props.isOpen && !source.isSilent && (
        <LoadFailed onRetry={() => setHasFailed(false)} onDismiss={dismiss} />
      )}
    </>
  );
}
