import { bandProbabilities } from '../arithmetic/review.ts';
import { percent, percentTenths } from '../format.ts';
import { arrow, box, line, pageFigure, rect, text } from './svg.ts';

export const decisionFlow = pageFigure(() => {
  const middle = 74;
  const low = percentTenths(bandProbabilities.from);
  const high = percent(bandProbabilities.to);
  const log = 196;
  const bar = 262;
  const topOfBar = 24;
  const endOfBar = 128;
  const atHigh = 58;
  const atLow = 96;
  const outcomes: readonly (readonly [y: number, name: string])[] = [
    [39, 'decline'],
    [76, 'review'],
    [111, 'approve'],
  ];
  return {
    height: 226,
    content: [
      text([0, middle + 3], 'order', 'head'),
      arrow([26, middle], [44, middle]),
      box([46, 46], [78, 56], 'Obligations', ['sanctions, age,', 'license'], 9.6),
      arrow([124, middle], [146, middle]),
      box([148, 46], [78, 56], 'Model', ['evidence becomes', 'a probability'], 9.6),
      arrow([226, middle], [254, middle]),
      rect([bar, topOfBar], [12, endOfBar - topOfBar], 'band'),
      rect([bar, topOfBar], [12, endOfBar - topOfBar], 'frame'),
      line([bar - 6, atHigh], [bar + 18, atHigh], 'signal-line'),
      line([bar - 6, atLow], [bar + 18, atLow], 'signal-line'),
      text([bar + 22, atHigh + 3], high, 'label strong signal'),
      text([bar + 22, atLow + 3], low, 'label strong signal'),
      text([bar + 6, 15], 'Lines', 'head', 'middle'),
      ...outcomes.flatMap(([y, name]) => [
        arrow([bar + 14, y], [332, y]),
        text([338, y + 3], name, 'label strong'),
        arrow([372, y], [398, y]),
      ]),
      box(
        [400, topOfBar],
        [94, endOfBar - topOfBar],
        'Tourniquets',
        ['may only move', 'an order up', 'this list, and', 'come off on', 'their date'],
        9.6,
      ),
      arrow([85, 102], [85, log - 2]),
      text(
        [90, 118],
        ['match: a person', 'compares; false: on;', 'true: block or', 'reject, and report'],
        'quiet',
        'start',
        9.6,
      ),
      arrow([447, endOfBar], [447, log - 2]),
      text([442, 152], ['the treatment', 'and its reason'], 'quiet', 'end', 9.6),
      rect([46, log], [448, 26], 'frame'),
      text(
        [270, log + 16],
        'Record: evidence, probability, line, rule, version, owner, reason',
        'head',
        'middle',
      ),
      arrow([187, log], [187, 104]),
      text(
        [192, 152],
        ['outcomes and appeals return', 'as labels, when they are ripe'],
        'quiet',
        'start',
        9.6,
      ),
    ],
  };
});
