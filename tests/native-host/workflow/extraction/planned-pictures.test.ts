import { expect, test } from 'vitest';
import {
  pictureName,
  plannedPictures,
  plannedSending,
} from '../../../../native-host/workflow/extraction/planned-pictures.ts';
import { plan } from './place.ts';

const bucket = 'origin:https://reports.s3.eu-central-1.amazonaws.com';

test('each picture of a plan is told once, with the fields that are read in it', () => {
  expect(plannedPictures(plan.template)).toEqual([{ step_id: 'shot', fields: ['gross', 'due'] }]);
});

test('a run that sends plans one admin act a picture, on the artifact store, with the flow from the site to there', () => {
  const { acts, declared, sources, flows } = plannedSending(plan.template, plan.declared, bucket);
  expect(acts).toEqual([
    {
      call: { step_id: 'extraction.shot', tool: 'upload_artifact', bucket: 'admin', resource: bucket },
      words: 'Store a file for others on https://reports.s3.eu-central-1.amazonaws.com',
    },
  ]);
  const place = 'https://reports.s3.eu-central-1.amazonaws.com';
  expect(declared['extraction.shot']).toEqual({
    buckets: ['admin'],
    sites: ['https://portal.example.com', place],
  });
  expect(sources).toEqual({ 'extraction.shot': ['https://portal.example.com'] });
  expect(flows).toEqual([{ from: 'https://portal.example.com', to: place }]);
});

test('a run at home plans no sending', () => {
  expect([plan.sends, plan.pictures, plan.acts.map(({ call }) => call.tool)]).toEqual([
    false,
    [],
    ['extract_table', 'screenshot'],
  ]);
});

test('a picture is called by its step and its kind', () => {
  expect([pictureName('shot', 'image/jpeg'), pictureName('shot', 'image/png')]).toEqual([
    'shot.jpg',
    'shot.png',
  ]);
});
