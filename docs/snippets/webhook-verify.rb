# Verifies a delivery of Postrider. Names in headers are in lower case; body is request.raw_post or request.body.read.
require "openssl"

module PostriderWebhook
  TOLERANCE_SECONDS = 300

  module_function

  # Format "native": header X-Service-Signature, the whole secret is the key.
  def verify_native(headers, body, secret, now = Time.now.to_i)
    parts = headers.fetch("x-service-signature", "").split(",").map { |part| part.split("=", 2) }
    timestamp = parts.assoc("t")&.last.to_s
    expected = OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.".b + body.b)
    recent?(timestamp, now) && signed?(parts, expected)
  end

  # Format "compatible": headers svix-*, what follows whsec_ is the key in base64.
  def verify_compatible(headers, body, secret, now = Time.now.to_i)
    id, timestamp = headers.fetch("svix-id", ""), headers.fetch("svix-timestamp", "")
    key = secret.delete_prefix("whsec_").unpack1("m0")
    expected = [OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.".b + body.b)].pack("m0")
    parts = headers.fetch("svix-signature", "").split(" ").map { |part| part.split(",", 2) }
    recent?(timestamp, now) && signed?(parts, expected)
  end

  def signed?(parts, expected)
    parts.any? { |name, value| name == "v1" && OpenSSL.secure_compare(value.to_s, expected) }
  end

  def recent?(timestamp, now)
    timestamp.match?(/\A\d{1,11}\z/) && (now - timestamp.to_i).abs <= TOLERANCE_SECONDS
  end
end
