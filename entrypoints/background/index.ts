import '../../shared/no-generated-code.ts';
import { defineBackground } from 'wxt/utils/define-background';
import { startWorker } from './session/worker.ts';

export default defineBackground(() => startWorker());
