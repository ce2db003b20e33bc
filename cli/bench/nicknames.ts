/** A list of its own, so that the search is not measured with the list that it uses. */
const PAIRS = `
  james:jim james:jimmy michael:mike robert:bob robert:rob william:bill william:will richard:rick joseph:joe
  elizabeth:liz elizabeth:beth thomas:tom barbara:barb christopher:chris susan:sue daniel:dan jessica:jess
  matthew:matt anthony:tony steven:steve margaret:peggy margaret:maggie andrew:andy joshua:josh kenneth:ken
  kimberly:kim timothy:tim ronald:ron edward:ed edward:ted deborah:debbie jeffrey:jeff stephanie:steph
  rebecca:becky jacob:jake nicholas:nick cynthia:cindy kathleen:kathy jonathan:jon stephen:steve lawrence:larry
  benjamin:ben pamela:pam jennifer:jen david:dave samuel:sam katherine:kate eleanor:ellie ann:annie raymond:ray
  jose:pepe francisco:paco francisco:pancho guadalupe:lupe rafael:rafa ignacio:nacho manuel:manolo
  isabel:isa teresa:tere beatriz:bea cristina:cris alejandro:alex fernando:nando`;

/** Known to the comparison only: no question asks for them. */
const ALSO = `
  nicholas:cole nicole:cole stephanie:stevie stephen:stevie steven:stevie tomas:tom`;

const pairsIn = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':'));
const [asked, known] = [pairsIn(PAIRS), pairsIn(PAIRS + ALSO)];

export const nicknamesOf = (name: string) =>
  asked.flatMap(([formal, nickname = '']) => (formal === name ? [nickname] : []));
export const namesOfNickname = (name: string) =>
  asked.flatMap(([formal = '', nickname]) => (nickname === name ? [formal] : []));
/** Nicknames of a formal name, and formal names of a nickname. */
export const nicknamesFor = (word: string) =>
  known
    .filter((pair) => pair.includes(word))
    .flatMap((pair) => pair.filter((each) => each !== word));
