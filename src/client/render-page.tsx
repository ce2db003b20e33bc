import { renderToStaticMarkup } from 'react-dom/server';
import type { CardDrawing } from '#contract/page-card.ts';
import type { PageData, PagePerson } from '#contract/pages.ts';
import type { Responses } from '#contract/session.ts';
import { CardSvg } from './features/page/card-svg.tsx';
import { PayButtonSvg } from './features/page/pay-button-svg.tsx';
import { Sign } from './features/page/sign.tsx';
import { renderApp } from './render-app.tsx';

/** A member's page as HTML. The server calls this for every content it has not rendered yet. */
export function renderPage(page: PageData, isVisitor: boolean): Promise<string> {
  return renderApp({ path: page.path, isVisitor, page });
}

interface OwnScreen {
  path: string;
  /** What it shows, the user included. */
  responses: Responses;
  /** The site's host, as the request names it. */
  host: string;
}

/** A screen for members with its data. */
export function renderScreen(screen: OwnScreen): Promise<string> {
  return renderApp({ ...screen, isVisitor: false });
}

export function renderSign(person: PagePerson, url: string, now: string): string {
  return renderToStaticMarkup(<Sign person={person} url={url} now={now} />);
}

export function renderCard(drawing: CardDrawing, picture: string | null): string {
  return renderToStaticMarkup(<CardSvg drawing={drawing} picture={picture} />);
}

export function renderPayButton(label: string, width: number): string {
  return renderToStaticMarkup(<PayButtonSvg label={label} width={width} />);
}
