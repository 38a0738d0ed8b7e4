import { configureServices } from '@canje/shared-auth/host'

configureServices({ securityUrl: 'https://security.example', apiUrl: 'https://api.example' })
