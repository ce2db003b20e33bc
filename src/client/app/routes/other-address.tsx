import { lazy } from 'react';
import { useLocation } from 'wouter';
import { isPagePath } from '#contract/pages.ts';
import NotFound from './not-found.tsx';

const PageScreen = lazy(() => import('#client/features/page/page-screen.tsx'));

/** Every address that is no screen: members' pages, and what does not exist. */
export default function OtherAddress() {
  const [path] = useLocation();
  return isPagePath(path) ? <PageScreen path={path} missing={<NotFound />} /> : <NotFound />;
}
