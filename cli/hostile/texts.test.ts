import { describe, expect, it } from 'vitest';
import { randomFrom } from '#cli/bench/people.ts';
import { describeText, HEADER_CLASSES, mutateText, renderText, type TextSpec } from './texts.ts';

const spec: TextSpec = {
  classes: ['letter'],
  layout: 'blocks',
  wordLength: 3,
  size: 4,
  shape: 'plain',
};

describe('hostile texts', () => {
  it('repeat their units up to the size', () => {
    expect(renderText(spec)).toBe('aaaa');
    expect(renderText({ ...spec, classes: ['digits'], size: 12 })).toBe('012345678901');
  });

  it('put classes one after the other or in turn', () => {
    const classes: TextSpec['classes'] = ['letter', 'marks above'];
    expect(renderText({ ...spec, classes })).toBe('aa\u0301\u0300');
    expect(renderText({ ...spec, classes, layout: 'alternating' })).toBe('a\u0301a\u0300');
  });

  it('are cut into words that differ', () => {
    const words = renderText({ ...spec, classes: ['letters'], layout: 'words', size: 8 });
    expect(words).toBe('eta oin sh');
  });

  it('stand in the form of their field', () => {
    expect(renderText({ ...spec, shape: 'website' })).toBe('https://aaaa.com');
    expect(describeText({ ...spec, shape: 'website' })).toBe('4 × letter as website');
  });

  it('mutate into texts that can be rendered, the same ones for the same seed', () => {
    const walk = (seed: number) => {
      const random = randomFrom(seed);
      let text: TextSpec = { ...spec };
      return Array.from({ length: 300 }, () => {
        text = { ...mutateText(text, random, HEADER_CLASSES), shape: 'plain' };
        return renderText({ ...text, size: Math.min(text.size, 500) });
      });
    };
    const texts = walk(3);
    expect(walk(3)).toEqual(texts);
    expect(new Set(texts).size).toBeGreaterThan(50);
    for (const text of texts) expect(text).toMatch(/^[\x20-\x7e]+$/);
  });
});
