# The operators in an image with nothing else: no shell, no package manager.
#
#   docker build -t webserver-operator --build-arg OPERATORS=webserver-operator .
#   docker build -t operators .        all of them; the command chooses one: docker run operators /usr/bin/redis-operator --help
ARG DEBIAN=debian:12-slim

FROM ${DEBIAN} AS build
ARG OPERATORS="webserver-operator redis-operator podroute-operator jobwatcher-operator cronjob-operator"
WORKDIR /src
# The packages first, so that a change of the sources does not install them again.
COPY script/bootstrap script/bootstrap
RUN script/bootstrap
COPY . .
RUN --mount=type=cache,target=/root/.cache/ccache \
    cmake --preset release \
 && cmake --build build/release --target ${OPERATORS} \
 && mkdir /programs \
 && for one in ${OPERATORS}; do llvm-strip-19 -o /programs/$one build/release/bin/$one; done \
 && script/image-root /root-of-image /programs/*

FROM scratch
ARG VERSION REVISION
LABEL org.opencontainers.image.title="setpoint operators" \
      org.opencontainers.image.description="Kubernetes operators built with setpoint" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=build /root-of-image/ /
USER 65532:65532
# 8443 metrics, 8081 probes, 9443 webhooks
EXPOSE 8443 8081 9443
CMD ["/usr/bin/webserver-operator"]
