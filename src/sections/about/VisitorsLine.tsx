import { useSyncExternalStore } from 'react';
import { thresholdFigure } from '#content/threshold-figure.ts';
import { fill } from '#model/fill.ts';
import { island } from '#src/components/island.tsx';
import { type NumberFormat, numberWriters } from '#src/sections/hero/format-number.ts';
import { area, baseline, outline, positionOf, width } from '#src/threshold/drawing.ts';
import { chosenThreshold, readThreshold } from '#src/threshold/model.ts';
import styles from './About.module.css';

const { current, subscribe } = chosenThreshold;

const { assumptions, reminder } = thresholdFigure;

const Line = ({ numbers }: { numbers: NumberFormat }) => {
  const threshold = useSyncExternalStore(subscribe, current, () => null) ?? assumptions.threshold;
  const { legitimate, fraudulent } = assumptions;
  const stopped = readThreshold(threshold, assumptions).goodDeclined;
  return (
    <>
      <p className={styles.reminder}>
        {fill(reminder, { stopped: numberWriters(numbers).formatCount(stopped) })}
      </p>
      <svg
        className={styles.drawing}
        viewBox={`0 0 ${width} ${baseline}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.stopped} d={area(legitimate, threshold, 100)} />
        <path className={styles.legitimate} d={outline(legitimate)} />
        <path d={outline(fraudulent)} />
        {/* The line extends beyond the top of the passage, which clips it. */}
        <path className={styles.line} d={`M${positionOf(threshold)} -3000V${baseline}`} />
      </svg>
    </>
  );
};

/** The line of the threshold figure at the visitor's position, and the number of customers that it stops. */
export const VisitorsLine = island('visitors-line', Line);
