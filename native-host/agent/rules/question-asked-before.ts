import { contentWords } from '../content-words.ts';
import { allow, defineRule, refuse } from './define-rule.ts';

const questionsMax = 5;

/** A person is asked each thing once, and few things. */
export const questionAskedBefore = defineRule(
  'question-asked-before',
  ({ questions }, { action, question }) => {
    if (action !== 'ASK') return allow;
    const key = (text: string): string => [...contentWords(text)].sort().join(' ');
    if (questions.some((one) => key(one) === key(question)))
      return refuse('You asked that before. Go on with what you know.');
    return questions.length < questionsMax
      ? allow
      : refuse('You have asked enough. Go on with what you know.');
  },
);
