// `node observatory.mjs HOST:PORT/PATH …` prints grades as JSON. The Observatory's own command accepts
// neither ports nor the answer 404.
import { ALL_TESTS } from '@mdn/mdn-http-observatory/src/constants.js';
import { MINIMUM_SCORE_FOR_EXTRA_CREDIT } from '@mdn/mdn-http-observatory/src/grader/charts.js';
import { getGradeForScore, getScoreModifier } from '@mdn/mdn-http-observatory/src/grader/grader.js';
import { retrieve } from '@mdn/mdn-http-observatory/src/retriever/retriever.js';

const gradeOf = async (address) => {
  const requests = await retrieve(address);
  const response = requests.responses.auto;
  if (!response?.verified)
    throw new Error(`https://${address} cannot be reached over verified TLS`);
  const results = ALL_TESTS.map((test) => test(requests));
  const modifiers = results.map(({ result }) => getScoreModifier(result));
  const penalties = modifiers.filter((modifier) => modifier < 0);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 100);
  const withoutExtra = sum(penalties);
  // Extra credit counts only beside an A.
  const total = withoutExtra >= MINIMUM_SCORE_FOR_EXTRA_CREDIT ? sum(modifiers) : withoutExtra;
  const { grade, score } = getGradeForScore(total);
  return {
    address,
    status: response.status,
    grade,
    score,
    tests: results.length,
    failed: results.flatMap(({ pass, result }) => (pass ? [] : [result])),
  };
};

const grades = [];
for (const address of process.argv.slice(2)) grades.push(await gradeOf(address));
console.log(JSON.stringify(grades));
