import process from 'node:process';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';

// Stands in the bundle for what the SDK picks by runtime. Its own choice for Node carries a validator that writes code at run time and
// takes longer to load than the rest of the SDK; the only thing validated by it here is the answer to a question.

export const DefaultJsonSchemaValidator = CfWorkerJsonSchemaValidator;
export { process };
