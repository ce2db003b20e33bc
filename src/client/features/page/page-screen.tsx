import { type ReactNode, useEffect } from 'react';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { ClosedPage, UnavailablePage } from './closed-page.tsx';
import { usePageData } from './page-data.ts';
import { PersonPage } from './person-page.tsx';

interface PageScreenProps {
  path: string;
  /** Shown where nobody ever had this username. */
  missing: ReactNode;
}

/** A member's page. The server sends its data with the document. */
export default function PageScreen({ path, missing }: PageScreenProps) {
  const data = usePageData(path);
  if (!data) return <OtherDocument path={path} missing={missing} />;
  if (data.kind === 'person') return <PersonPage page={data} />;
  if (data.kind === 'closed') return <ClosedPage username={data.username} />;
  return data.kind === 'unavailable' ? <UnavailablePage /> : missing;
}

/** Going back can lead here from a document of another address: only the server has this page's data. */
function OtherDocument({ path, missing }: PageScreenProps) {
  const [navigation] = performance.getEntriesByType('navigation');
  // The server was asked for this very path and sent no data: asking again would not end.
  const isOwnDocument = navigation !== undefined && new URL(navigation.name).pathname === path;
  useEffect(() => {
    if (!isOwnDocument) window.location.reload();
  }, [isOwnDocument]);
  return isOwnDocument ? missing : <ScreenSpinner />;
}
