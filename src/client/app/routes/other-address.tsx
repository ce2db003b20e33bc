import { lazy } from 'react';
import { useLocation } from 'wouter';
import NotFound from './not-found.tsx';

const PageScreen = lazy(() => import('#client/features/page/page-screen.tsx'));

/** Every address that is no screen: members' pages, and what does not exist. */
export default function OtherAddress() {
  const [path] = useLocation();
  return path.startsWith('/@') ? <PageScreen path={path} missing={<NotFound />} /> : <NotFound />;
}
