#!/bin/sh
# Makes the files of this folder from the package swagger-ui-dist of npm. Swagger UI is SmartBear's, under the Apache License 2.0: see
# LICENSE and NOTICE. Nothing is changed but that the style sheet does not name its source map, which is not here.
set -eu
version=5.35.0
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm pack --silent --pack-destination "$folder" "swagger-ui-dist@$version" >/dev/null
tar -xzf "$folder"/swagger-ui-dist-*.tgz -C "$folder"
cp "$folder/package/LICENSE" "$folder/package/NOTICE" "$folder/package/swagger-ui-bundle.js.LICENSE.txt" .
gzip -9 -n <"$folder/package/swagger-ui-bundle.js" >swagger-ui-bundle.js.gz
sed 's@/\*# sourceMappingURL=[^*]*\*/@@' "$folder/package/swagger-ui.css" | gzip -9 -n >swagger-ui.css.gz
