import { expect, test } from 'vitest';
import { artifactPlace, placeNotation } from '../../../native-host/artifacts/artifact-place.ts';

const nothing = { folder: '/data', bucket: null, aws_region: null, endpoint: null };

test.each([
  [nothing, 'folder:/data'],
  [{ ...nothing, endpoint: 'http://127.0.0.1:9000/x' }, 'folder:/data'],
  [{ ...nothing, bucket: 'b' }, 'origin:https://b.s3.amazonaws.com'],
  [{ ...nothing, bucket: 'b', aws_region: 'eu-central-1' }, 'origin:https://b.s3.eu-central-1.amazonaws.com'],
  [{ ...nothing, bucket: 'b', endpoint: 'http://127.0.0.1:9000/x' }, 'origin:http://127.0.0.1:9000'],
])('the policy is asked about the place itself: %j', (settings, notation) => {
  expect(placeNotation(artifactPlace(settings))).toBe(notation);
});
