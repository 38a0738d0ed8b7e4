export const firstPrize = 'una bicicleta'
