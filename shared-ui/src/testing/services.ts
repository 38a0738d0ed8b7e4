import { claimHost } from '@canje/shared-auth/host'

claimHost().configureServices({ securityUrl: 'https://security.example', apiUrl: 'https://api.example' })
