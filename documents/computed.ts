import { agenticValues } from './agentic-values.ts';
import { guideValues } from './guide-values.ts';
import { identityValues } from './identity-values.ts';
import type { Values } from './values.ts';

const computed: Record<string, Values> = {
  'ai-fraud-detection-guide': guideValues,
  'agentic-commerce-guide': agenticValues,
  resume: identityValues(),
};

export const valuesOf = (id: string): Values => computed[id] ?? {};
