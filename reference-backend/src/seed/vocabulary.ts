/** Values of the demonstration data that no library has for Colombia. */

export const cities = [
  'Bogotá',
  'Medellín',
  'Cali',
  'Barranquilla',
  'Cartagena',
  'Cúcuta',
  'Bucaramanga',
  'Pereira',
  'Santa Marta',
  'Ibagué',
  'Manizales',
  'Villavicencio',
  'Pasto',
  'Neiva',
  'Armenia',
  'Popayán',
  'Montería',
  'Tunja',
]

/** Identity card, foreigner's card, minor's card, passport. */
export const documentTypes = [
  { value: 'CC', weight: 88 },
  { value: 'CE', weight: 6 },
  { value: 'TI', weight: 4 },
  { value: 'PA', weight: 2 },
]

export const pointsOfSale = [
  'Tienda Chapinero',
  'Tienda Usaquén',
  'Supermercado El Poblado',
  'Supermercado Laureles',
  'Mercado La 14',
  'Droguería San Fernando',
  'Autoservicio El Prado',
  'Miscelánea Getsemaní',
  'Tienda Cabecera',
  'Supermercado Circunvalar',
  'Autoservicio El Rodadero',
  'Panadería La Candelaria',
]

export const mobilePrefixes = [
  '300',
  '301',
  '302',
  '304',
  '305',
  '310',
  '311',
  '312',
  '313',
  '314',
  '315',
  '316',
  '317',
  '318',
  '320',
  '321',
  '350',
]
