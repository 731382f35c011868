import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { thresholdFigure as words } from '#content/threshold-figure.ts';
import { fill } from '#model/fill.ts';
import { needIsland } from '#src/browser.ts';
import { island } from '#src/components/island.tsx';
import { area, baseline, outline, positionOf, width } from '#src/threshold/drawing.ts';
import { chosenThreshold, judgeThreshold, readThreshold } from '#src/threshold/model.ts';
import { type NumberFormat, numberWriters } from './format-number.ts';
import styles from './ThresholdFigure.module.css';

const { assumptions, readings } = words;
const { legitimate, fraudulent } = assumptions;

/** The space that the words beside the line need, in the drawing's units. */
const sideRoom = 88;
const hintRoom = 150;

const Figure = ({ numbers }: { numbers: NumberFormat }) => {
  const { formatCount, formatMoney, formatShare } = numberWriters(numbers);
  const { current, choose, subscribe } = chosenThreshold;
  const chosen = useSyncExternalStore(subscribe, current, () => null);
  const threshold = chosen ?? assumptions.threshold;
  const titleId = useId();
  const verdictId = useId();
  const control = useRef<HTMLInputElement>(null);
  // Not live at first, because Chromium would announce the first text on load.
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);

  // Takes over a position that a visitor chose before this code ran, or that the browser restored.
  useEffect(() => {
    const moved = control.current?.valueAsNumber;
    if (moved !== undefined && moved !== assumptions.threshold) choose(moved);
  }, []);

  useEffect(() => {
    if (chosen !== null) needIsland('VisitorsLine');
  }, [chosen]);

  const reading = readThreshold(threshold, assumptions);
  const verdict = judgeThreshold(threshold, assumptions);
  const x = positionOf(threshold);
  const middle = baseline / 2;
  const values = {
    threshold: String(threshold),
    caught: formatShare(reading.caught),
    missed: formatShare(1 - reading.caught),
    fraudApproved: formatCount(reading.fraudApproved),
    stopped: formatShare(reading.stopped),
    goodDeclined: formatCount(reading.goodDeclined),
    cost: formatMoney(reading.cost),
    everyone: formatMoney(readThreshold(100, assumptions).cost),
    orders: formatCount(assumptions.ordersPerDay),
    fraudShare: formatShare(assumptions.fraudShare),
    fraudLoss: formatMoney(assumptions.lossPerFraud),
    declineLoss: formatMoney(assumptions.lossPerDecline),
  };

  const judgement = fill(words.verdicts[verdict], values);
  // Screen readers read the description when the control gets the focus, and the live region when it moves. A
  // description that changed during the focus would be announced as well.
  const [description, setDescription] = useState(judgement);
  useEffect(() => {
    if (document.activeElement !== control.current) setDescription(judgement);
  }, [judgement]);

  return (
    <figure className={styles.figure} aria-labelledby={titleId}>
      {/* Screen readers read it as the figure's name. */}
      <p id={titleId} aria-hidden="true">
        <b>{words.title}</b>
      </p>
      <p className={styles.key} aria-hidden="true">
        <span>{words.legitimate}</span>
        <span>{words.fraudulent}</span>
      </p>
      <div className={styles.plot} dir="ltr">
        {/* Before the drawing, so that CSS can show its focus in the drawing. */}
        <input
          ref={control}
          className={`${styles.control} scripted`}
          type="range"
          min="0"
          max="100"
          value={threshold}
          aria-label={words.control}
          aria-valuetext={fill(words.spoken, values)}
          aria-describedby={verdictId}
          onChange={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
          onBlur={() => setDescription(judgement)}
        />
        <svg viewBox={`0 0 ${width} ${baseline + 28}`} aria-hidden="true">
          <path className={styles.stopped} d={area(legitimate, threshold, 100)} />
          <path className={styles.missed} d={area(fraudulent, 0, threshold)} />
          <path className={styles.legitimate} d={outline(legitimate)} />
          <path d={outline(fraudulent)} />
          <path className={styles.axis} d={`M0 ${baseline}H${width}`} />
          <text className={styles.legitimateName} x="84" y="150">
            {words.legitimate}
          </text>
          <text className={styles.fraudulentName} x="366" y="150">
            {words.fraudulent}
          </text>
          <path className={styles.line} d={`M${x} 0V${baseline}`} />
          {x > sideRoom && (
            <text className={styles.side} x={x - 10} y="16" textAnchor="end">
              {words.approve}
            </text>
          )}
          {x < width - sideRoom && (
            <text className={styles.side} x={x + 10} y="16">
              {words.decline}
            </text>
          )}
          <circle className={`${styles.handle} scripted`} cx={x} cy={middle} r="14" />
          <path
            className={`${styles.grip} scripted`}
            d={`M${x - 3.5} ${middle - 5}l-5 5 5 5M${x + 3.5} ${middle - 5}l5 5-5 5`}
          />
          <text className={styles.scale} x="0" y={baseline + 22}>
            {words.axisLow}
          </text>
          {chosen === null && (
            <text
              className={`${styles.hint} scripted`}
              x={Math.min(Math.max(x, hintRoom), width - hintRoom)}
              y={baseline + 22}
            >
              {words.hint}
            </text>
          )}
          <text className={styles.scale} x={width} y={baseline + 22} textAnchor="end">
            {words.axisHigh}
          </text>
        </svg>
        <p id={verdictId} hidden>
          {description}
        </p>
      </div>
      <dl className={styles.readings}>
        {(['caught', 'stopped', 'cost'] as const).map((name) => (
          <div key={name}>
            <dt>{readings[name].label}</dt>
            <dd className={styles.value}>{values[name]}</dd>
            <dd>{fill(readings[name].note, values)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.verdict} aria-live={isLive ? 'polite' : undefined}>
        {/* A new element for each verdict: Orca was silent when Firefox changed only a part of the text. */}
        <span key={verdict}>{judgement}</span>
      </p>
      {/* Not a figcaption: Firefox would use all of its 35 words as the figure's name. */}
      <p className={styles.caption}>{fill(words.caption, values)}</p>
    </figure>
  );
};

export const ThresholdFigure = island('threshold-figure', Figure);
