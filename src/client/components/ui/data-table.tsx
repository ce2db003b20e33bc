import clsx from 'clsx';
import type { Key, ReactNode, RefObject } from 'react';

interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * On a phone a row reads as a card: 'title' stands at its top left, 'actions' at its top right,
   * and 'pair' as a line of label and value.
   */
  onPhone?: 'title' | 'actions' | 'pair';
  className?: string;
}

interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => Key;
  isRowBusy?: (row: Row) => boolean;
  body: RefObject<HTMLTableSectionElement | null>;
}

/** Some browsers drop a table's implicit roles when CSS changes its display, so they are set explicitly. */
const ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** A table from 768 px, one card a row below. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  isRowBusy,
  body,
}: DataTableProps<Row>) {
  return (
    <table
      {...ROLES.table}
      className="block w-full border-separate border-spacing-0 md:table md:overflow-hidden md:rounded-card md:border md:border-line md:bg-surface md:shadow-card"
    >
      <caption className="sr-only">{caption}</caption>
      <thead {...ROLES.rowgroup} className="sr-only md:not-sr-only md:table-header-group">
        <tr {...ROLES.row} className="md:bg-sunken">
          {columns.map((column) => (
            <th
              key={column.header}
              {...ROLES.columnheader}
              scope="col"
              className={clsx(
                'px-2 py-3.5 text-left text-small font-bold lg:px-3 xl:px-4',
                column.onPhone === 'actions' && 'md:text-right',
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body} {...ROLES.rowgroup} className="flex flex-col gap-3 md:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            {...ROLES.row}
            aria-busy={isRowBusy?.(row) || undefined}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2 rounded-card border border-line bg-surface p-4 shadow-card md:table-row md:shadow-none"
          >
            {columns.map((column) => (
              <DataCell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DataCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const kind = column.onPhone ?? 'pair';
  return (
    <td
      {...ROLES.cell}
      className={clsx(
        'min-w-0 align-middle md:table-cell md:border-t md:border-line md:px-2 md:py-3 md:text-small lg:px-3 lg:text-body xl:px-4',
        kind === 'title' && 'order-first',
        kind === 'actions' && '-order-1 md:text-right',
        kind === 'pair' && 'col-span-2 grid grid-cols-[104px_minmax(0,1fr)] items-center gap-3',
        column.className,
      )}
    >
      {kind === 'pair' && (
        <span aria-hidden="true" className="text-small text-muted md:hidden">
          {column.header}
        </span>
      )}
      <div className="min-w-0 wrap-anywhere">{column.cell(row)}</div>
    </td>
  );
}
