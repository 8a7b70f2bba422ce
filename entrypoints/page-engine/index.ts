import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { installEngine } from './engine.ts';

export default defineUnlistedScript(() => installEngine());
