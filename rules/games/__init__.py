"""The games Kibitz can referee, one module each."""
