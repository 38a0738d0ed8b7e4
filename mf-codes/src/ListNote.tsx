import { DownloadButton, MAX_PARAMS_LENGTH, shortList, type useTable } from '@canje/shared-ui'
import { type Code, REDEEMED } from './codes'
import type { PastedCodes } from './pasted-codes'

interface ListNoteProps extends Pick<ReturnType<typeof useTable<Code>>, 'view' | 'rows'> {
  /** The codes of a pasted list. */
  list: PastedCodes | undefined
}

/** What a pasted list has, as far as the table cannot say it, and where the dates of redemption are (D26, creation date). */
export function ListNote({ list, view: { search, filters }, rows }: ListNoteProps) {
  const { date } = filters
  const q = list?.text ?? search
  const inReport = String(new URLSearchParams({ ...(q && { q }), ...(date && { codeDate: date }) }))
  const isRedeemed = list ? list.redeemed > 0 : filters.used === REDEEMED.text
  return (
    <>
      {list && (
        <>
          <span>
            <strong>{list.counts}</strong>
            {list.missing.length > 0 && <span translate="no">: {shortList(list.missing)}</span>}
          </span>
          <DownloadButton kind="Excel" label="Excel" fileName="Codigos" rows={rows} />
        </>
      )}
      {isRedeemed && (
        <span>
          Fecha es la de creación.{' '}
          {inReport.length > MAX_PARAMS_LENGTH ? (
            'Por fecha de redención: pegue la lista en Reportes.'
          ) : (
            <a href={`/main?tab=reportes${inReport && `#${inReport}`}`}>Por fecha de redención: Reportes</a>
          )}
        </span>
      )}
    </>
  )
}
