import { actBeforeFinishing } from './act-before-finishing.ts';
import { actIsRepeated } from './act-is-repeated.ts';
import { actionIsOffered } from './action-is-offered.ts';
import { actionIsWhole } from './action-is-whole.ts';
import { askedNumberIsFound } from './asked-number-is-found.ts';
import { controlIsHere } from './control-is-here.ts';
import { deedWasAsked } from './deed-was-asked.ts';
import type { FindingRule, Rule } from './define-rule.ts';
import { deleteWasAsked } from './delete-was-asked.ts';
import { failedVisit } from './failed-visit.ts';
import { findingIsNew } from './finding-is-new.ts';
import { findingIsNoOrder } from './finding-is-no-order.ts';
import { findingIsOnPage } from './finding-is-on-page.ts';
import { findingSaysSomething } from './finding-says-something.ts';
import { finishIsVerified } from './finish-is-verified.ts';
import { linkIsKnown } from './link-is-known.ts';
import { missingAfterTries } from './missing-after-tries.ts';
import { missingIsKnown } from './missing-is-known.ts';
import { nothingLeftToRead } from './nothing-left-to-read.ts';
import { onlyReads } from './only-reads.ts';
import { overdueFinding } from './overdue-finding.ts';
import { pageItIsOn } from './page-it-is-on.ts';
import { pageReadBefore } from './page-read-before.ts';
import { questionAskedBefore } from './question-asked-before.ts';
import { readBeforeFinishing } from './read-before-finishing.ts';
import { recordBeforeLeaving } from './record-before-leaving.ts';
import { repeatedSearch } from './repeated-search.ts';
import { searchKeepsToObjective } from './search-keeps-to-objective.ts';
import { siteWasDenied } from './site-was-denied.ts';
import { wallIsRespected } from './wall-is-respected.ts';

/** Every rule about actions, in the order in which they judge: the first that does not let it pass is told. */
export const rules: readonly Rule[] = [
  onlyReads,
  actionIsOffered,
  actionIsWhole,
  linkIsKnown,
  controlIsHere,
  wallIsRespected,
  siteWasDenied,
  deleteWasAsked,
  deedWasAsked,
  repeatedSearch,
  searchKeepsToObjective,
  pageItIsOn,
  failedVisit,
  pageReadBefore,
  nothingLeftToRead,
  questionAskedBefore,
  actIsRepeated,
  readBeforeFinishing,
  actBeforeFinishing,
  missingIsKnown,
  missingAfterTries,
  finishIsVerified,
  askedNumberIsFound,
  recordBeforeLeaving,
  overdueFinding,
];

/** Every rule about findings. */
export const findingRules: readonly FindingRule[] = [
  findingSaysSomething,
  findingIsNoOrder,
  findingIsNew,
  findingIsOnPage,
];
