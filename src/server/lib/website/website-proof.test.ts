import { describe, expect, it } from 'vitest';
import { createLinkCollector } from './page-links.ts';
import { provenPlatforms } from './website-proof.ts';

const SITE = 'https://payfolk.example';
const ME = `<a rel="me" href="${SITE}/@maya">Pay me</a>`;
const PAY = '<a href="https://cash.app/$maya">Cash App</a>';

function proven(html: string) {
  const collector = createLinkCollector(new URL('https://maya.example.com/'));
  // In two pieces, as from a network.
  collector.write(html.slice(0, 20));
  collector.write(html.slice(20));
  return provenPlatforms(collector.end(), SITE, {
    usernames: ['maya', 'old.maya'],
    accounts: [
      { platform: 'cashapp', username: '$maya' },
      { platform: 'paypal', username: 'maya@example.com' },
      { platform: 'venmo', username: '@maya-o' },
    ],
  });
}

describe('a page proves a handle', () => {
  it.each([
    [ME + PAY],
    [PAY + ME],
    [`<link REL="author ME" href="${SITE}/@Maya/">${PAY}`],
    [`<a rel="noopener me" href='${SITE}/@old.maya?amount=5#pay'>x</a>${PAY}`],
    [`<ul><li>${ME}<li><b>${PAY}`],
    [`${ME}<a href="https:&#x2F;&#x2F;cash.app&#47;$maya">`],
    [`${ME}<a href="//cash.app/$maya">`],
  ])('%s', (html) => {
    expect(proven(html)).toEqual(['cashapp']);
  });

  it('or several', () => {
    expect(proven(`${ME}${PAY}<a href="https://venmo.com/u/maya-o">`)).toEqual([
      'cashapp',
      'venmo',
    ]);
  });
});

describe('a page proves nothing', () => {
  it.each([
    ['without the link to the member', PAY],
    ['without rel', `<a href="${SITE}/@maya">${PAY}`],
    ['with another rel', `<a rel="mentor" href="${SITE}/@maya">${PAY}`],
    ['for another member', `<a rel="me" href="${SITE}/@maya2">${PAY}`],
    ['on another site', `<a rel="me" href="https://payfolk.example.com/@maya">${PAY}`],
    ['over http', `<a rel="me" href="http://payfolk.example/@maya">${PAY}`],
    ['with a search link', `<a rel="me" href="${SITE}/?search=maya">${PAY}`],
    ['in a comment', `<!-- ${ME} -->${PAY}`],
    ['in a script', `<script>"${ME}"</script>${PAY}`],
    ['in a style', `<style>${ME}</style>${PAY}`],
    ['in a text field', `<textarea>${ME}</textarea>${PAY}`],
    ['in a title', `<title>${ME}</title>${PAY}`],
    ['in a template', `<template><p>${ME}</template>${PAY}`],
    ['as escaped text', `${ME.replaceAll('<', '&lt;')}${PAY}`],
    ['in another attribute', `<img alt='${ME}'>${PAY}`],
    ['with a pay link in a comment', `${ME}<!-- ${PAY} -->`],
    ['with a pay link in text', `${ME}https://cash.app/$maya`],
    ['with a link that is too long', `${ME}<a href="https://cash.app/$maya?${'x'.repeat(2_000)}">`],
  ])('%s', (_name, html) => {
    expect(proven(html)).toEqual([]);
  });
});
