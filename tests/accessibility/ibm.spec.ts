import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '../fixtures.ts';
import { states } from './states.ts';

// The rules of IBM's checker beside those of axe-core: WCAG 2.2, EN 301 549 and US 508.

const checkerScript = readFileSync(
  fileURLToPath(import.meta.resolve('accessibility-checker-engine/ace.js')),
  'utf8',
);

/** What the checker asks a person to look at, and who has looked. */
const examined: Readonly<Record<string, string>> = {
  a_target_warning:
    'It knows English words only; names.spec.ts wants the owner’s on each link that opens a tab.',
  blockquote_cite_exists: 'The quotation is the consultant’s own, and said by nobody else.',
  download_keyboard_controllable: 'keyboard.spec.ts goes through all downloads and on.',
  element_tabbable_unobscured: 'keyboard.spec.ts sees how much of each control shows.',
  frame_src_valid: 'The frame is checked as the states of the embedded newsletter.',
  img_alt_background: 'The arrow of a select, which forced colors replace.',
  input_fields_grouped: 'Each form asks about one matter, and its heading names it.',
  input_label_visible:
    'A slider is named by its figure, a cross is known as such, and text areas have a label above them, which axe-core finds.',
  list_structure_proper: 'A dl with a div around each pair: HTML 4.4.9.',
  style_color_misuse:
    'Kinds of notices and mistakes are in words; contrast.spec.ts measures forced colors.',
  style_focus_visible: 'keyboard.spec.ts wants an indicator of two pixels on each control.',
  style_highcontrast_visible: 'contrast.spec.ts measures forced colors.',
  style_viewport_resizable: 'keyboard.spec.ts magnifies the page four times.',
  text_block_heading:
    'Years, lengths, the name at the foot and the kind of a failure are short, and head nothing.',
  text_quoted_correctly:
    'Marks around the topic that an address filled in, and around words of the papers: nobody is quoted.',
  text_contrast_sufficient:
    'It takes the gradients that draw a select’s arrow for what stands behind the words.',
  text_sensory_misuse: '“Left”, “right”, “below” and “beside” are no directions where they stand.',
  widget_tabbable_exists: 'While a message is sent, its fields are inert.',
};

interface Result {
  ruleId: string;
  /** Whether it is a violation or a recommendation, and how sure that is. */
  value: [kind: string, certainty: 'FAIL' | 'POTENTIAL' | 'MANUAL' | 'PASS'];
  path: { dom: string };
  message: string;
  snippet: string;
}

type CheckerInPage = {
  ace: {
    Checker: new () => {
      check: (document: Document, ruleSets: string[]) => Promise<{ results: Result[] }>;
    };
  };
};

const check = async (page: Page): Promise<Result[]> =>
  page.evaluate(async () => {
    const { Checker } = (globalThis as unknown as CheckerInPage).ace;
    const { results } = await new Checker().check(document, ['IBM_Accessibility', 'WCAG_2_2']);
    return results.filter(({ value }) => value[1] !== 'PASS');
  });

const isFinding = ({ ruleId, value, path }: Result): boolean =>
  !path.dom.includes('/iframe[1]/') && (value[1] === 'FAIL' || examined[ruleId] === undefined);

const windows = [
  { width: 320, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
] as const;

for (const { name, reach, maxWidth = Number.POSITIVE_INFINITY } of states) {
  test(`IBM’s checker finds nothing: ${name}`, async ({ page, context, allowConsole, site }) => {
    await reach({ page, context, allowConsole, site });
    await page.evaluate(checkerScript);
    for (const { width, colorScheme } of windows) {
      if (width > maxWidth) continue;
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      const results = await check(page);
      // It says something of every page.
      expect(results).not.toEqual([]);
      const findings = results.filter(isFinding);
      expect.soft(findings, `${width} px, ${colorScheme}`).toEqual([]);
    }
  });
}
