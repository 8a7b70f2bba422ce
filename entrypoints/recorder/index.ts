import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { startRecorder } from './recorder.ts';

export default defineUnlistedScript(() => startRecorder());
