import { makeChecklist } from './evidence/checklist.ts';
import { checkAnswer } from './evidence/citations.ts';
import { coverage, gapClaimHolds } from './evidence/coverage.ts';
import { duplicateOf } from './evidence/duplicate-finding.ts';
import { verifyFinish } from './evidence/finish-check.ts';
import { fragmentLink } from './evidence/fragment-link.ts';
import { matchFinding } from './evidence/match-finding.ts';
import { plainAnswer } from './evidence/plain-answer.ts';
import { withLeftOut } from './evidence/with-left-out.ts';
import type { Evidence } from './ports.ts';

/** What code can prove, as the loop asks for it. */
export const evidenceOfRun: Evidence = {
  matchFinding,
  duplicateOf,
  makeChecklist,
  coverage,
  gapClaimHolds,
  verifyFinish,
  checkedAnswer: (markdown, known) => {
    const checked = checkAnswer(markdown, known);
    return checked.isWritten ? withLeftOut(checked) : null;
  },
  plainAnswer,
  fragmentLink,
};
