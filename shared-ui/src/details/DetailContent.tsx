import { type ComponentType, useMemo, useState } from 'react'
import { type Detail, formatDetail, parseDetail } from '../view/detail'
import { CodeDetail } from './CodeDetail'
import { DetailContext } from './DetailHeading'
import { PersonDetail, type PersonDetailProps } from './PersonDetail'
import { sessionLists } from './session-lists'
import { type DetailSource, DetailSourceContext } from './useFound'

export interface DetailContentProps {
  detail: string
  table: DetailSource['table']
  /** The id for the heading, which names the panel. */
  headingId: string
  /** The panel was opened by a press, and takes the focus. */
  takesFocus: boolean
  onOpen: (detail: string) => void
}

/** What a panel shows of a code or a person. */
export default function DetailContent({ detail, table, headingId, takesFocus, onOpen }: DetailContentProps) {
  const [lists] = useState(sessionLists)
  const source = useMemo(() => ({ lists, table }), [lists, table])
  const heading = useMemo(() => ({ id: headingId, takesFocus }), [headingId, takesFocus])
  const shown = contentOf(detail)

  return (
    <DetailSourceContext value={source}>
      <DetailContext value={heading}>
        {shown && (
          <shown.Content
            key={detail}
            by={shown.by}
            value={shown.value}
            name={shown.name}
            onOpen={(next) => onOpen(formatDetail(next))}
          />
        )}
      </DetailContext>
    </DetailSourceContext>
  )
}

const CONTENTS: Record<Detail['kind'], { Content: ComponentType<PersonDetailProps>; by: 'id' | 'text' }> = {
  codigo: { Content: CodeDetail, by: 'text' },
  'codigo-id': { Content: CodeDetail, by: 'id' },
  persona: { Content: PersonDetail, by: 'text' },
  usuario: { Content: PersonDetail, by: 'id' },
}

function contentOf(text: string) {
  const detail = parseDetail(text)
  return detail && { ...CONTENTS[detail.kind], value: detail.key, name: detail.name }
}
