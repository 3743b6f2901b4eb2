"""Whose certificates are trusted."""

import os
import ssl


def system_certificates() -> ssl.SSLContext:
    """Trust the system's certificates, or those that SSL_CERT_FILE and SSL_CERT_DIR name."""
    if os.environ.get("SSL_CERT_FILE") or os.environ.get("SSL_CERT_DIR"):
        return ssl.create_default_context()
    import truststore

    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
