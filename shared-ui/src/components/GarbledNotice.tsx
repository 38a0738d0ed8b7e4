const TEXT = 'El servicio envió textos que no se pudieron leer (\ufffd): avise a quien lo administra.'

/** Says that a response was in another encoding than the service declares. */
export function GarbledNotice() {
  return (
    <span role="status" className="notice-text" title={TEXT}>
      {TEXT}
    </span>
  )
}
