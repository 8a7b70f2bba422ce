import { clear } from './clear.ts';
import { click } from './click.ts';
import { drag } from './drag.ts';
import { evaluateScript } from './evaluate-script.ts';
import { extractTable } from './extract-table.ts';
import { fill } from './fill.ts';
import { getElements } from './get-elements.ts';
import { getText } from './get-text.ts';
import { graphql } from './graphql.ts';
import { hover } from './hover.ts';
import { pressKey } from './press-key.ts';
import { screenshot } from './screenshot.ts';
import { scroll } from './scroll.ts';
import { selectOption } from './select-option.ts';
import { snapshot } from './snapshot.ts';
import { wait } from './wait.ts';

/** What each tool that works on a page's content does there, by the tool's name. */
export const pageBehaviours = {
  wait,
  click,
  fill,
  press_key: pressKey,
  hover,
  screenshot,
  extract_table: extractTable,
  get_text: getText,
  get_elements: getElements,
  evaluate_script: evaluateScript,
  snapshot,
  drag,
  scroll,
  select_option: selectOption,
  clear,
  graphql,
} as const;
